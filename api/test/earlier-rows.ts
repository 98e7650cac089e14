/** What an account held at the first version: an owner with two jobs. */
export const firstRows = `
  insert into users (id, uid, phone_number, email, name, created_at)
    values ('usr_1', 'uid-1', '+15550000001', '', 'Asha', now());
  insert into jobs (id, owner_id, name, sort_name, search_text, description, status, language,
    tone, instructions, guardrails, greeting, completion_message, fallback_message,
    handoff_message, trigger, fields, behaviour, handoff, created_at, updated_at)
    select id, 'usr_1', 'Salon', 'salon', 'salon', '', 'active', 'en', 'friendly', 'Help.', '[]',
      '', '', '', '', jsonb_build_object('type', type), '[]', '{}', '{}', now(), now()
    from (values ('job_1', 'default'), ('job_2', 'keywords')) as kinds (id, type);`

/** Which only the second version forbids. */
export const twoDefaultJobs = `update jobs set trigger = '{"type":"default"}'`

/** What came with the second version: credit, a chat with a message, and an order. */
export const laterRows = `
  insert into accounts (owner_id, currency, balance_micros) values ('usr_1', 'INR', 5000000)
    on conflict (owner_id) do update set balance_micros = 5000000;
  insert into contacts (id, owner_id, name, phone_number, wa_id, search_words, created_at)
    values ('con_1', 'usr_1', 'Ravi', '+919800000001', '919800000001', 'ravi', now());
  insert into chat_sessions (id, owner_id, contact_id, channel, status, handler, handler_since,
    created_at, updated_at, last_activity_at)
    values ('ses_1', 'usr_1', 'con_1', 'simulator', 'active', 'owner', now(), now(), now(), now());
  insert into messages (id, owner_id, session_id, direction, author, seq, type, text, status,
    status_at, created_at, search_words)
    values ('msg_1', 'usr_1', 'ses_1', 'in', 'contact', 1, 'text', 'Hello', 'received', '{}', now(),
      'hello');
  insert into orders (id, owner_id, provider_order_id, amount_minor, tax_minor, total_minor,
    credit_minor, currency, status, receipt, created_at, expires_at)
    values ('ord_1', 'usr_1', 'order_1', 100, 18, 118, 100, 'INR', 'created', 'ord_1', now(), now());`
