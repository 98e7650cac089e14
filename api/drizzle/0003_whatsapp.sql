CREATE TABLE "webhook_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"channel" text NOT NULL,
	"body" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_events_channel" CHECK (channel in ('whatsapp', 'simulator'))
);
--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "marketing_opted_out_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_events_by_owner" ON "webhook_events" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "webhook_events_received_at" ON "webhook_events" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_webhook_token" ON "users" USING btree ("webhook_token");--> statement-breakpoint
CREATE INDEX "users_whatsapp_number" ON "users" USING btree ((preferences -> 'whatsapp' ->> 'phoneNumberId')) WHERE preferences -> 'whatsapp' ->> 'phoneNumberId' is not null;--> statement-breakpoint
CREATE INDEX "users_whatsapp_account" ON "users" USING btree ((preferences -> 'whatsapp' ->> 'wabaId')) WHERE preferences -> 'whatsapp' ->> 'wabaId' is not null;