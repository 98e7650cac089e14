CREATE TABLE "assistant_runs" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"session_id" text NOT NULL,
	"state" text NOT NULL,
	"stop_reason" text,
	"begun_by" text NOT NULL,
	"seq_from" integer,
	"seq_to" integer,
	"job_version" integer,
	"attempt" integer DEFAULT 0 NOT NULL,
	"lease" text,
	"wake_at" timestamp (3) with time zone,
	"since" timestamp (3) with time zone NOT NULL,
	"provider" text,
	"model" text,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	"latency_ms" integer,
	"turn" jsonb,
	"result" jsonb,
	"error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "assistant_runs_state" CHECK (state in ('debouncing', 'locked', 'thinking', 'validating', 'sending', 'parked', 'done', 'cancelled', 'error')),
	CONSTRAINT "assistant_runs_begun_by" CHECK (begun_by in ('contact', 'owner'))
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"session_id" text NOT NULL,
	"url" text NOT NULL,
	"body" jsonb NOT NULL,
	"status" text NOT NULL,
	"event_message_id" text,
	"error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "webhooks_status" CHECK (status in ('queued', 'sent', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD COLUMN "notices" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD COLUMN "owner_types_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD COLUMN "followed_up_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "run_id" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "run_part" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "signing_secret" text DEFAULT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') NOT NULL;--> statement-breakpoint
ALTER TABLE "assistant_runs" ADD CONSTRAINT "assistant_runs_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_runs" ADD CONSTRAINT "assistant_runs_session_id_chat_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_session_id_chat_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "assistant_runs_one_at_work" ON "assistant_runs" USING btree ("session_id") WHERE state in ('debouncing', 'locked', 'thinking', 'validating');--> statement-breakpoint
CREATE INDEX "assistant_runs_by_session" ON "assistant_runs" USING btree ("session_id","created_at");--> statement-breakpoint
CREATE INDEX "assistant_runs_by_owner" ON "assistant_runs" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "assistant_runs_wake_at" ON "assistant_runs" USING btree ("wake_at") WHERE wake_at is not null;--> statement-breakpoint
CREATE INDEX "webhooks_by_owner" ON "webhooks" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "webhooks_by_session" ON "webhooks" USING btree ("session_id");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_run_id_assistant_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."assistant_runs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_run_part" ON "messages" USING btree ("run_id","run_part");