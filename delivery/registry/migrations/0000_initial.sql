CREATE TABLE "apps" (
	"name" text PRIMARY KEY NOT NULL,
	"public_keys" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"retired_keys" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"token_hash" text,
	CONSTRAINT "apps_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"actor" text NOT NULL,
	"app" text NOT NULL,
	"action" text NOT NULL,
	"reason" text,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "channels" (
	"app" text PRIMARY KEY NOT NULL,
	"lineage" jsonb NOT NULL,
	"candidate" text,
	"weight" integer NOT NULL,
	"rollout_id" text NOT NULL,
	"is_paused" boolean NOT NULL,
	"pins" jsonb NOT NULL,
	"revoked" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "channels_weight" CHECK ("channels"."weight" between 0 and 100000),
	CONSTRAINT "channels_revision" CHECK ("channels"."revision" > 0)
);
--> statement-breakpoint
CREATE TABLE "document" (
	"id" integer PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	CONSTRAINT "document_is_one" CHECK ("document"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "edges" (
	"name" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"damaged" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "releases" (
	"app" text NOT NULL,
	"version" text NOT NULL,
	"release_json" text NOT NULL,
	"signature" text NOT NULL,
	"key_id" text NOT NULL,
	"commit" text,
	"published_at" timestamp (3) with time zone NOT NULL,
	"published_by" text NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "releases_app_version_pk" PRIMARY KEY("app","version")
);
--> statement-breakpoint
CREATE TABLE "visits" (
	"app" text NOT NULL,
	"version" text NOT NULL,
	"visitors" bigint NOT NULL,
	"avoided_by" bigint NOT NULL,
	CONSTRAINT "visits_app_version_pk" PRIMARY KEY("app","version")
);
--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_app_apps_name_fk" FOREIGN KEY ("app") REFERENCES "public"."apps"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_app_apps_name_fk" FOREIGN KEY ("app") REFERENCES "public"."apps"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_by_app" ON "audit" USING btree ("app","id");--> statement-breakpoint
CREATE INDEX "releases_by_time" ON "releases" USING btree ("app","published_at");