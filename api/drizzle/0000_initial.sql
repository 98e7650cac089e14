CREATE TABLE "idempotency_keys" (
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"status" integer NOT NULL,
	"headers" jsonb NOT NULL,
	"body" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_scope_key_pk" PRIMARY KEY("scope","key")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"name" text NOT NULL,
	"sort_name" text collate "C" NOT NULL,
	"search_text" text NOT NULL,
	"description" text NOT NULL,
	"status" text NOT NULL,
	"language" text NOT NULL,
	"tone" text NOT NULL,
	"instructions" text NOT NULL,
	"guardrails" jsonb NOT NULL,
	"greeting" text NOT NULL,
	"completion_message" text NOT NULL,
	"fallback_message" text NOT NULL,
	"handoff_message" text NOT NULL,
	"trigger" jsonb NOT NULL,
	"fields" jsonb NOT NULL,
	"behaviour" jsonb NOT NULL,
	"handoff" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "jobs_status" CHECK (status in ('draft', 'active', 'paused', 'archived')),
	CONSTRAINT "jobs_archived_at" CHECK ((status = 'archived') = (archived_at is not null))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"phone_number" text NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"settings_version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"purge_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_expires_at" ON "idempotency_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "jobs_by_update" ON "jobs" USING btree ("owner_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "jobs_by_creation" ON "jobs" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "jobs_by_name" ON "jobs" USING btree ("owner_id","sort_name","id");--> statement-breakpoint
CREATE INDEX "jobs_archived" ON "jobs" USING btree ("archived_at") WHERE archived_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_uid_present" ON "users" USING btree ("uid") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_purge_at" ON "users" USING btree ("purge_at") WHERE purge_at is not null;