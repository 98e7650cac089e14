ALTER TABLE "messages" ADD COLUMN "feedback" jsonb;--> statement-breakpoint
CREATE INDEX "messages_rated" ON "messages" USING btree ("session_id") WHERE feedback is not null;