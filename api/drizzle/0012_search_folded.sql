ALTER TABLE "contacts" ALTER COLUMN "search_words" DROP NOT NULL;--> statement-breakpoint
UPDATE "contacts" SET "search_words" = null;--> statement-breakpoint
ALTER TABLE "jobs" ALTER COLUMN "search_text" DROP NOT NULL;--> statement-breakpoint
UPDATE "jobs" SET "search_text" = null;--> statement-breakpoint
ALTER TABLE "messages" DROP COLUMN "search_words";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "search_words" "tsvector";--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin ("search_words");--> statement-breakpoint
ALTER TABLE "forms" ADD COLUMN "search_text" text;--> statement-breakpoint
CREATE INDEX "messages_unfolded" ON "messages" USING btree ("id") WHERE search_words is null;
