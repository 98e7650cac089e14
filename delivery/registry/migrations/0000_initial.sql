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
	"after" jsonb,
	"figures" jsonb
);
--> statement-breakpoint
CREATE TABLE "channels" (
	"app" text PRIMARY KEY NOT NULL,
	"lineage" jsonb NOT NULL,
	"candidate" text,
	"weight" integer NOT NULL,
	"rollout_id" text NOT NULL,
	"plan" jsonb,
	"is_observed" boolean DEFAULT false NOT NULL,
	"decision" jsonb,
	"pins" jsonb NOT NULL,
	"revoked" jsonb NOT NULL,
	"stopped" jsonb DEFAULT '[]'::jsonb NOT NULL,
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
CREATE TABLE "exposure_counts" (
	"app" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"seconds" integer NOT NULL,
	"version" text NOT NULL,
	"arm" text NOT NULL,
	"verdict" text NOT NULL,
	"kind" text NOT NULL,
	"later_kind" text NOT NULL,
	"is_replaced" boolean NOT NULL,
	"unit" text NOT NULL,
	"is_known" boolean NOT NULL,
	"ready_bucket" integer NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "exposure_counts_app_at_seconds_version_arm_verdict_kind_later_kind_is_replaced_unit_is_known_ready_bucket_pk" PRIMARY KEY("app","at","seconds","version","arm","verdict","kind","later_kind","is_replaced","unit","is_known","ready_bucket")
);
--> statement-breakpoint
CREATE TABLE "exposures" (
	"id" text NOT NULL,
	"app" text NOT NULL,
	"version" text NOT NULL,
	"arm" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"visitor" text DEFAULT '' NOT NULL,
	"is_known" boolean DEFAULT false NOT NULL,
	"network" text DEFAULT '' NOT NULL,
	"is_first" boolean DEFAULT false NOT NULL,
	"is_navigation" boolean DEFAULT false NOT NULL,
	"verdict" text,
	"ready_ms" integer,
	"kind" text,
	"later_kind" text,
	"visitor_kind" text,
	"is_replaced" boolean DEFAULT false NOT NULL,
	"is_folded" boolean DEFAULT false NOT NULL,
	CONSTRAINT "exposures_id_app_pk" PRIMARY KEY("id","app")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" text PRIMARY KEY NOT NULL,
	"notice" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "release_errors" (
	"app" text NOT NULL,
	"version" text NOT NULL,
	"message" text NOT NULL,
	"file" text NOT NULL,
	"line" integer NOT NULL,
	"column" integer NOT NULL,
	"count" bigint NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "release_errors_app_version_message_file_line_column_pk" PRIMARY KEY("app","version","message","file","line","column")
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
CREATE TABLE "token_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_app_apps_name_fk" FOREIGN KEY ("app") REFERENCES "public"."apps"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_app_apps_name_fk" FOREIGN KEY ("app") REFERENCES "public"."apps"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_by_app" ON "audit" USING btree ("app","id");--> statement-breakpoint
CREATE INDEX "exposure_counts_by_time" ON "exposure_counts" USING btree ("seconds","at");--> statement-breakpoint
CREATE INDEX "exposures_by_visitor" ON "exposures" USING btree ("app","version","visitor") WHERE visitor <> '';--> statement-breakpoint
CREATE INDEX "exposures_by_network" ON "exposures" USING btree ("app","network") WHERE network <> '';--> statement-breakpoint
CREATE INDEX "exposures_to_fold" ON "exposures" USING btree ("received_at") WHERE not is_folded;--> statement-breakpoint
CREATE INDEX "exposures_to_forget" ON "exposures" USING btree ("at") WHERE is_folded;--> statement-breakpoint
CREATE INDEX "releases_by_time" ON "releases" USING btree ("app","published_at");