// Runs before the host: see host/src/federation.
