ALTER TABLE "accounts" ADD COLUMN "full_micros" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "warned_percent" integer;--> statement-breakpoint
UPDATE "accounts" SET "full_micros" = greatest("balance_micros", 0);--> statement-breakpoint
UPDATE "users" SET "preferences" = jsonb_set("preferences", '{assistant,debounceSeconds}', '30')
	WHERE ("preferences" -> 'assistant' ->> 'debounceSeconds')::int > 30;
