// Swagger UI has dark colours, and leaves it to the page when to use them.
const prefersDark = matchMedia('(prefers-color-scheme: dark)')
const followScheme = () =>
  document.documentElement.classList.toggle('dark-mode', prefersDark.matches)
prefersDark.addEventListener('change', followScheme)
followScheme()

const docs = globalThis.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  tryItOutEnabled: true,
  // The badge would send the document to a service outside.
  validatorUrl: null,
})

/** @param {string} token */
globalThis.authorizeDocs = (token) => docs.preauthorizeApiKey('idToken', token)
