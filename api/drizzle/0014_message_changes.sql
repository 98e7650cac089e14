CREATE TABLE "early_message_changes" (
	"owner_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"text" text,
	"at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "early_message_changes_owner_id_provider_id_pk" PRIMARY KEY("owner_id","provider_id")
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "edited_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "early_message_changes" ADD CONSTRAINT "early_message_changes_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "early_message_changes_created_at" ON "early_message_changes" USING btree ("created_at");