CREATE TABLE "type_fits" (
	"host" text NOT NULL,
	"app" text NOT NULL,
	"version" text NOT NULL,
	CONSTRAINT "type_fits_host_app_version_pk" PRIMARY KEY("host","app","version")
);
