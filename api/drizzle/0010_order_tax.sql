ALTER TABLE "orders" ADD COLUMN "tax_scheme" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_rate" integer;--> statement-breakpoint
CREATE INDEX "orders_expired" ON "orders" USING btree ("created_at") WHERE status = 'expired';--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_tax_scheme" CHECK (tax_scheme in ('gst', 'vat'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_tax_rate" CHECK ((tax_scheme is null) = (tax_rate is null) and tax_rate > 0);