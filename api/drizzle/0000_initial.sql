CREATE TABLE "accounts" (
	"owner_id" text PRIMARY KEY NOT NULL,
	"currency" text NOT NULL,
	"balance_micros" bigint DEFAULT 0 NOT NULL,
	"trial_messages" integer DEFAULT 0 NOT NULL,
	"grace_messages" integer DEFAULT 0 NOT NULL,
	"low_alerted_at" timestamp (3) with time zone,
	"full_micros" bigint DEFAULT 0 NOT NULL,
	"warned_percent" integer,
	CONSTRAINT "accounts_counts" CHECK (trial_messages >= 0 and grace_messages >= 0)
);
--> statement-breakpoint
CREATE TABLE "activity" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"device" text,
	"address" text,
	"detail" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_devices" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"sign_in_id" text NOT NULL,
	"endpoint_hash" text NOT NULL,
	"sealed" text NOT NULL,
	"label" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_sent_at" timestamp (3) with time zone,
	"is_failing" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
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
	"wake_at" timestamp (3) with time zone,
	"since" timestamp (3) with time zone NOT NULL,
	"provider" text,
	"model" text,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	"latency_ms" integer,
	"result" jsonb,
	"error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "assistant_runs_state" CHECK (state in ('waiting', 'thinking', 'sending', 'parked', 'done', 'cancelled', 'error')),
	CONSTRAINT "assistant_runs_begun_by" CHECK (begun_by in ('contact', 'owner'))
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"owner_id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"contact_id" text NOT NULL,
	"job_id" text,
	"job_version" integer,
	"form_id" text,
	"channel" text NOT NULL,
	"status" text NOT NULL,
	"close_reason" text,
	"handler" text NOT NULL,
	"handler_since" timestamp (3) with time zone NOT NULL,
	"handler_reason" text,
	"handoff_reasons" text[] DEFAULT '{}' NOT NULL,
	"return_at" timestamp (3) with time zone,
	"run" text DEFAULT 'idle' NOT NULL,
	"attention" text[] DEFAULT '{}' NOT NULL,
	"attention_about" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"attention_done_at" timestamp (3) with time zone,
	"last_inbound_at" timestamp (3) with time zone,
	"window_expires_at" timestamp (3) with time zone,
	"window_told_for" timestamp (3) with time zone,
	"unread_count" integer DEFAULT 0 NOT NULL,
	"last_read_message_id" text,
	"last_message_id" text,
	"last_message_preview" text DEFAULT '' NOT NULL,
	"last_message_author" text,
	"last_message_at" timestamp (3) with time zone,
	"last_message_status" text,
	"message_count" integer DEFAULT 0 NOT NULL,
	"remark_count" integer DEFAULT 0 NOT NULL,
	"saved_for_later" boolean DEFAULT false NOT NULL,
	"saved_at" timestamp (3) with time zone,
	"saved_note" text,
	"remind_at" timestamp (3) with time zone,
	"summary" jsonb,
	"billed_messages" integer DEFAULT 0 NOT NULL,
	"cost_micros" bigint DEFAULT 0 NOT NULL,
	"notices" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"owner_types_until" timestamp (3) with time zone,
	"seq" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"last_activity_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "chat_sessions_channel" CHECK (channel in ('whatsapp', 'simulator')),
	CONSTRAINT "chat_sessions_status" CHECK (status in ('active', 'completed', 'closed')),
	CONSTRAINT "chat_sessions_handler" CHECK (handler in ('assistant', 'owner', 'none')),
	CONSTRAINT "chat_sessions_run" CHECK (run in ('idle', 'debouncing', 'thinking', 'sending', 'error')),
	CONSTRAINT "chat_sessions_closed" CHECK ((status = 'closed') = (closed_at is not null)),
	CONSTRAINT "chat_sessions_close_reason" CHECK (status <> 'active' or close_reason is null),
	CONSTRAINT "chat_sessions_unread" CHECK (unread_count >= 0)
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"name" text NOT NULL,
	"phone_number" text,
	"user_id" text,
	"username" text DEFAULT '' NOT NULL,
	"language" text,
	"opted_out_at" timestamp (3) with time zone,
	"marketing_opted_out_at" timestamp (3) with time zone,
	"blocked_at" timestamp (3) with time zone,
	"search_words" "tsvector" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contacts_named" CHECK (phone_number is not null or user_id is not null)
);
--> statement-breakpoint
CREATE TABLE "early_message_changes" (
	"owner_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"text" text,
	"at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "early_message_changes_owner_id_provider_id_pk" PRIMARY KEY("owner_id","provider_id")
);
--> statement-breakpoint
CREATE TABLE "emails" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"session_id" text,
	"kind" text NOT NULL,
	"content" jsonb NOT NULL,
	"status" text NOT NULL,
	"event_message_id" text,
	"error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "emails_status" CHECK (status in ('queued', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "events" (
	"owner_id" text NOT NULL,
	"seq" integer NOT NULL,
	"type" text NOT NULL,
	"session_id" text,
	"session_seq" integer,
	"data" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "events_owner_id_seq_pk" PRIMARY KEY("owner_id","seq")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text,
	"name" text NOT NULL,
	"mime_type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "form_data" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"session_id" text NOT NULL,
	"form_id" text NOT NULL,
	"form_version" integer NOT NULL,
	"is_latest" boolean DEFAULT true NOT NULL,
	"fields" jsonb NOT NULL,
	"status" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"values" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"meta" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"suggestions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"asked" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"day" date,
	"time" text,
	"last_day" date,
	"decision" text,
	"decided_at" timestamp (3) with time zone,
	"agreed_at" timestamp (3) with time zone,
	"proposed" jsonb,
	"cancel_asked_at" timestamp (3) with time zone,
	"followed_up_at" timestamp (3) with time zone,
	"search_text" text DEFAULT '' NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "form_data_status" CHECK (status in ('empty', 'partial', 'complete', 'confirmed', 'corrected')),
	CONSTRAINT "form_data_decision" CHECK (decision in ('confirmed', 'cancelled')),
	CONSTRAINT "form_data_time" CHECK (time is null or day is not null),
	CONSTRAINT "form_data_last_day" CHECK ((last_day is null) = (day is null) and last_day >= day)
);
--> statement-breakpoint
CREATE TABLE "forms" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"job_id" text,
	"name" text NOT NULL,
	"search_text" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"status" text NOT NULL,
	"fields" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "forms_status" CHECK (status in ('draft', 'published', 'inactive'))
);
--> statement-breakpoint
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
CREATE TABLE "invoice_series" (
	"series" text NOT NULL,
	"financial_year" text NOT NULL,
	"last_number" integer NOT NULL,
	CONSTRAINT "invoice_series_series_financial_year_pk" PRIMARY KEY("series","financial_year")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text,
	"order_id" text NOT NULL,
	"refund_id" text,
	"number" text NOT NULL,
	"financial_year" text NOT NULL,
	"kind" text NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"document" jsonb NOT NULL,
	"status" text NOT NULL,
	CONSTRAINT "invoices_kind" CHECK (kind in ('tax_invoice', 'receipt', 'credit_note')),
	CONSTRAINT "invoices_status" CHECK (status in ('issued', 'void'))
);
--> statement-breakpoint
CREATE TABLE "job_answers" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"job_id" text NOT NULL,
	"question" text NOT NULL,
	"search_text" text NOT NULL,
	"answer" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_translations" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"job_id" text NOT NULL,
	"language" text NOT NULL,
	"source" text NOT NULL,
	"source_hash" text GENERATED ALWAYS AS (md5(source)) STORED NOT NULL,
	"translation" text NOT NULL,
	"corrected" boolean NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_versions" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"job_id" text NOT NULL,
	"number" integer NOT NULL,
	"snapshot" jsonb NOT NULL,
	"author" text NOT NULL,
	"note" text NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "job_versions_author" CHECK (author in ('owner', 'ai'))
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"name" text NOT NULL,
	"sort_name" text collate "C" NOT NULL,
	"search_text" text NOT NULL,
	"description" text NOT NULL,
	"icon" text DEFAULT '' NOT NULL,
	"color" text DEFAULT 'slate' NOT NULL,
	"status" text NOT NULL,
	"language" text NOT NULL,
	"tone" text NOT NULL,
	"instructions" text NOT NULL,
	"guardrails" jsonb NOT NULL,
	"greeting" text NOT NULL,
	"completion_message" text NOT NULL,
	"fallback_message" text NOT NULL,
	"not_understood_message" text NOT NULL,
	"handoff_message" text NOT NULL,
	"trigger" jsonb NOT NULL,
	"fields" jsonb NOT NULL,
	"behaviour" jsonb NOT NULL,
	"handoff" jsonb NOT NULL,
	"answer_only" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"live_version_id" text,
	"has_unpublished_changes" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "jobs_status" CHECK (status in ('draft', 'active', 'paused', 'archived')),
	CONSTRAINT "jobs_archived_at" CHECK ((status = 'archived') = (archived_at is not null))
);
--> statement-breakpoint
CREATE TABLE "known_browsers" (
	"owner_id" text PRIMARY KEY NOT NULL,
	"visitor" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"kind" text NOT NULL,
	"micros" bigint NOT NULL,
	"balance_after_micros" bigint NOT NULL,
	"message_id" text,
	"session_id" text,
	"author" text,
	"order_id" text,
	"refund_id" text,
	"unit_price" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_entries_kind" CHECK (kind in ('trial_usage', 'usage', 'refund', 'top_up', 'bonus', 'adjustment', 'provider_fee'))
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"session_id" text NOT NULL,
	"client_id" text,
	"direction" text NOT NULL,
	"author" text NOT NULL,
	"seq" integer NOT NULL,
	"type" text NOT NULL,
	"kind" text,
	"text" text NOT NULL,
	"about" jsonb,
	"template" jsonb,
	"media" jsonb,
	"choices" jsonb,
	"reply_to_id" text,
	"reaction" text,
	"reacted_at" timestamp (3) with time zone,
	"status" text NOT NULL,
	"status_at" jsonb NOT NULL,
	"error" jsonb,
	"attempts" integer DEFAULT 0 NOT NULL,
	"provider_id" text,
	"held_until" timestamp (3) with time zone,
	"undo" jsonb,
	"read_by_owner_at" timestamp (3) with time zone,
	"flags" text[],
	"ai" jsonb,
	"run_id" text,
	"run_part" integer,
	"feedback" jsonb,
	"billed" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"search_words" "tsvector" NOT NULL,
	CONSTRAINT "messages_direction" CHECK (direction in ('in', 'out')),
	CONSTRAINT "messages_author" CHECK (author in ('contact', 'assistant', 'owner', 'system')),
	CONSTRAINT "messages_status" CHECK (status in ('queued', 'sent', 'failed', 'delivered', 'read', 'received')),
	CONSTRAINT "messages_inbound" CHECK ((direction = 'in') = (status = 'received'))
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"provider_order_id" text NOT NULL,
	"amount_minor" integer NOT NULL,
	"tax_minor" integer NOT NULL,
	"tax_scheme" text,
	"tax_rate" integer,
	"total_minor" integer NOT NULL,
	"credit_minor" integer NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"receipt" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	CONSTRAINT "orders_status" CHECK (status in ('created', 'attempted', 'paid', 'expired', 'refunded')),
	CONSTRAINT "orders_tax_scheme" CHECK (tax_scheme in ('gst', 'vat')),
	CONSTRAINT "orders_tax_rate" CHECK ((tax_scheme is null) = (tax_rate is null) and tax_rate > 0),
	CONSTRAINT "orders_total" CHECK (total_minor = amount_minor + tax_minor and amount_minor > 0)
);
--> statement-breakpoint
CREATE TABLE "past_trials" (
	"mark" text PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"trial_messages" integer NOT NULL,
	"grace_messages" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"order_id" text NOT NULL,
	"provider_payment_id" text NOT NULL,
	"method" text NOT NULL,
	"status" text NOT NULL,
	"via" text NOT NULL,
	"error" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payments_status" CHECK (status in ('authorized', 'captured', 'failed', 'refunded')),
	CONSTRAINT "payments_via" CHECK (via in ('callback', 'webhook', 'reconcile'))
);
--> statement-breakpoint
CREATE TABLE "push_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"hits" timestamp (3) with time zone[] DEFAULT '{}' NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "remarks" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"session_id" text NOT NULL,
	"message_id" text NOT NULL,
	"text" text NOT NULL,
	"author_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"owner_id" text NOT NULL,
	"name" text NOT NULL,
	"sealed" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "secrets_owner_id_name_pk" PRIMARY KEY("owner_id","name")
);
--> statement-breakpoint
CREATE TABLE "sign_ins" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"authenticated_at" timestamp (3) with time zone NOT NULL,
	"device_id" text,
	"device" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ended_by" text
);
--> statement-breakpoint
CREATE TABLE "templates" (
	"owner_id" text NOT NULL,
	"name" text NOT NULL,
	"language" text NOT NULL,
	"category" text NOT NULL,
	"status" text NOT NULL,
	"body" text NOT NULL,
	"header" text,
	"footer" text,
	"buttons" jsonb NOT NULL,
	"variables" jsonb NOT NULL,
	"parameter_format" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "templates_owner_id_name_language_pk" PRIMARY KEY("owner_id","name","language")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"phone_number" text NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"settings_version" integer DEFAULT 1 NOT NULL,
	"preferences" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"findings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"webhook_token" text DEFAULT gen_random_uuid()::text NOT NULL,
	"signing_secret" text DEFAULT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') NOT NULL,
	"event_seq" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"trial_started_at" timestamp (3) with time zone,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"purge_at" timestamp (3) with time zone,
	"closed_before" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"channel" text NOT NULL,
	"body" text NOT NULL,
	"senders" text[] DEFAULT '{}' NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_events_channel" CHECK (channel in ('whatsapp', 'simulator'))
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
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_devices" ADD CONSTRAINT "alert_devices_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_devices" ADD CONSTRAINT "alert_devices_sign_in_id_sign_ins_id_fk" FOREIGN KEY ("sign_in_id") REFERENCES "public"."sign_ins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_runs" ADD CONSTRAINT "assistant_runs_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_runs" ADD CONSTRAINT "assistant_runs_session_id_chat_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD CONSTRAINT "chat_sessions_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD CONSTRAINT "chat_sessions_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD CONSTRAINT "chat_sessions_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD CONSTRAINT "chat_sessions_form_id_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."forms"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "early_message_changes" ADD CONSTRAINT "early_message_changes_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_data" ADD CONSTRAINT "form_data_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_data" ADD CONSTRAINT "form_data_session_id_chat_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_data" ADD CONSTRAINT "form_data_form_id_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."forms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forms" ADD CONSTRAINT "forms_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forms" ADD CONSTRAINT "forms_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_answers" ADD CONSTRAINT "job_answers_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_answers" ADD CONSTRAINT "job_answers_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_translations" ADD CONSTRAINT "job_translations_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_translations" ADD CONSTRAINT "job_translations_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_versions" ADD CONSTRAINT "job_versions_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_versions" ADD CONSTRAINT "job_versions_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_browsers" ADD CONSTRAINT "known_browsers_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_session_id_chat_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_run_id_assistant_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."assistant_runs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remarks" ADD CONSTRAINT "remarks_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remarks" ADD CONSTRAINT "remarks_session_id_chat_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remarks" ADD CONSTRAINT "remarks_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secrets" ADD CONSTRAINT "secrets_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_session_id_chat_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_low" ON "accounts" USING btree ("balance_micros");--> statement-breakpoint
CREATE INDEX "activity_owner" ON "activity" USING btree ("owner_id","at","id");--> statement-breakpoint
CREATE INDEX "activity_at" ON "activity" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_devices_endpoint" ON "alert_devices" USING btree ("endpoint_hash");--> statement-breakpoint
CREATE INDEX "alert_devices_owner" ON "alert_devices" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "alert_devices_sign_in" ON "alert_devices" USING btree ("sign_in_id");--> statement-breakpoint
CREATE UNIQUE INDEX "assistant_runs_one_at_work" ON "assistant_runs" USING btree ("session_id") WHERE state in ('waiting', 'thinking');--> statement-breakpoint
CREATE INDEX "assistant_runs_by_session" ON "assistant_runs" USING btree ("session_id","created_at");--> statement-breakpoint
CREATE INDEX "assistant_runs_by_owner" ON "assistant_runs" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "assistant_runs_created_at" ON "assistant_runs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "assistant_runs_unanswered" ON "assistant_runs" USING btree ("owner_id","created_at") WHERE result ->> 'unanswered' is not null;--> statement-breakpoint
CREATE INDEX "assistant_runs_wake_at" ON "assistant_runs" USING btree ("wake_at") WHERE wake_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_token" ON "calendar_feeds" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "chat_sessions_by_form" ON "chat_sessions" USING btree ("form_id") WHERE form_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_sessions_one_active" ON "chat_sessions" USING btree ("contact_id","channel") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "chat_sessions_by_activity" ON "chat_sessions" USING btree ("owner_id","last_activity_at","id");--> statement-breakpoint
CREATE INDEX "chat_sessions_by_window" ON "chat_sessions" USING btree ("owner_id","window_expires_at","id");--> statement-breakpoint
CREATE INDEX "chat_sessions_by_unread" ON "chat_sessions" USING btree ("owner_id","unread_count","id");--> statement-breakpoint
CREATE INDEX "chat_sessions_by_update" ON "chat_sessions" USING btree ("owner_id","updated_at");--> statement-breakpoint
CREATE INDEX "chat_sessions_by_job" ON "chat_sessions" USING btree ("job_id","created_at");--> statement-breakpoint
CREATE INDEX "chat_sessions_open_by_job" ON "chat_sessions" USING btree ("job_id") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "chat_sessions_by_contact" ON "chat_sessions" USING btree ("contact_id","created_at");--> statement-breakpoint
CREATE INDEX "chat_sessions_idle" ON "chat_sessions" USING btree ("last_activity_at") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "chat_sessions_window_ends" ON "chat_sessions" USING btree ("window_expires_at") WHERE status = 'active' and last_message_author = 'contact';--> statement-breakpoint
CREATE INDEX "chat_sessions_return_at" ON "chat_sessions" USING btree ("return_at") WHERE return_at is not null;--> statement-breakpoint
CREATE INDEX "chat_sessions_remind_at" ON "chat_sessions" USING btree ("remind_at") WHERE remind_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "contacts_user_id" ON "contacts" USING btree ("owner_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "contacts_phone_number" ON "contacts" USING btree ("owner_id","phone_number");--> statement-breakpoint
CREATE INDEX "contacts_search" ON "contacts" USING gin ("search_words");--> statement-breakpoint
CREATE INDEX "early_message_changes_created_at" ON "early_message_changes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "emails_by_owner" ON "emails" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "events_at" ON "events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "files_by_owner" ON "files" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "files_expires_at" ON "files" USING btree ("expires_at") WHERE expires_at is not null;--> statement-breakpoint
CREATE INDEX "files_deleted" ON "files" USING btree ("id") WHERE owner_id is null;--> statement-breakpoint
CREATE INDEX "form_data_by_day" ON "form_data" USING btree ("owner_id","last_day","day","time");--> statement-breakpoint
CREATE UNIQUE INDEX "form_data_latest" ON "form_data" USING btree ("session_id") WHERE is_latest;--> statement-breakpoint
CREATE INDEX "form_data_by_session" ON "form_data" USING btree ("session_id","created_at");--> statement-breakpoint
CREATE INDEX "form_data_proposed" ON "form_data" USING btree ("form_id") WHERE proposed is not null;--> statement-breakpoint
CREATE INDEX "form_data_by_owner" ON "form_data" USING btree ("owner_id","updated_at");--> statement-breakpoint
CREATE INDEX "form_data_by_update" ON "form_data" USING btree ("form_id","updated_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "forms_job" ON "forms" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "forms_by_update" ON "forms" USING btree ("owner_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_expires_at" ON "idempotency_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_order" ON "invoices" USING btree ("order_id","kind") WHERE refund_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_refund" ON "invoices" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "invoices_by_time" ON "invoices" USING btree ("owner_id","issued_at","id");--> statement-breakpoint
CREATE INDEX "job_answers_by_owner" ON "job_answers" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "job_answers_question" ON "job_answers" USING btree ("job_id","search_text");--> statement-breakpoint
CREATE INDEX "job_translations_by_owner" ON "job_translations" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "job_translations_source" ON "job_translations" USING btree ("job_id","language","source_hash");--> statement-breakpoint
CREATE INDEX "job_versions_by_owner" ON "job_versions" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "job_versions_number" ON "job_versions" USING btree ("job_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_one_default" ON "jobs" USING btree ("owner_id") WHERE status = 'active' and trigger->>'type' = 'default';--> statement-breakpoint
CREATE INDEX "jobs_by_update" ON "jobs" USING btree ("owner_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "jobs_by_creation" ON "jobs" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "jobs_by_name" ON "jobs" USING btree ("owner_id","sort_name","id");--> statement-breakpoint
CREATE INDEX "jobs_archived" ON "jobs" USING btree ("archived_at") WHERE archived_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_message" ON "ledger_entries" USING btree ("message_id","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_order" ON "ledger_entries" USING btree ("order_id","kind") WHERE refund_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_refund" ON "ledger_entries" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_by_order" ON "ledger_entries" USING btree ("order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "ledger_entries_by_time" ON "ledger_entries" USING btree ("owner_id","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_seq" ON "messages" USING btree ("session_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_client_id" ON "messages" USING btree ("owner_id","client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_provider_id" ON "messages" USING btree ("owner_id","provider_id");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_run_part" ON "messages" USING btree ("run_id","run_part");--> statement-breakpoint
CREATE INDEX "messages_by_owner" ON "messages" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "messages_unread" ON "messages" USING btree ("session_id","seq") WHERE direction = 'in' and read_by_owner_at is null;--> statement-breakpoint
CREATE INDEX "messages_open" ON "messages" USING btree ("session_id","status") WHERE status in ('queued', 'failed');--> statement-breakpoint
CREATE INDEX "messages_rated" ON "messages" USING btree ("session_id") WHERE feedback is not null;--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin ("search_words");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_provider_id" ON "orders" USING btree ("provider_order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_receipt" ON "orders" USING btree ("receipt");--> statement-breakpoint
CREATE INDEX "orders_by_creation" ON "orders" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_attempted" ON "orders" USING btree ("created_at") WHERE status in ('created', 'attempted');--> statement-breakpoint
CREATE INDEX "orders_expired" ON "orders" USING btree ("created_at") WHERE status = 'expired';--> statement-breakpoint
CREATE UNIQUE INDEX "payments_provider_id" ON "payments" USING btree ("provider_payment_id");--> statement-breakpoint
CREATE INDEX "payments_by_order" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payments_by_owner" ON "payments" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "rate_limits_expires_at" ON "rate_limits" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "remarks_by_message" ON "remarks" USING btree ("message_id","created_at");--> statement-breakpoint
CREATE INDEX "remarks_by_session" ON "remarks" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "remarks_by_owner" ON "remarks" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_ins_token" ON "sign_ins" USING btree ("owner_id","authenticated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_uid_present" ON "users" USING btree ("uid") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_webhook_token" ON "users" USING btree ("webhook_token");--> statement-breakpoint
CREATE INDEX "users_whatsapp_number" ON "users" USING btree ((preferences -> 'whatsapp' ->> 'phoneNumberId')) WHERE preferences -> 'whatsapp' ->> 'phoneNumberId' is not null;--> statement-breakpoint
CREATE INDEX "users_whatsapp_account" ON "users" USING btree ((preferences -> 'whatsapp' ->> 'wabaId')) WHERE preferences -> 'whatsapp' ->> 'wabaId' is not null;--> statement-breakpoint
CREATE INDEX "users_purge_at" ON "users" USING btree ("purge_at") WHERE purge_at is not null;--> statement-breakpoint
CREATE INDEX "webhook_events_by_owner" ON "webhook_events" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "webhook_events_received_at" ON "webhook_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "webhooks_by_owner" ON "webhooks" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "webhooks_by_session" ON "webhooks" USING btree ("session_id");