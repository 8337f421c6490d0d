import type { WebhookObject } from './parcel.ts'

/** What an app can be told about: the choice of a shop that wants to know all of it. */
export const allFields = {
  whatsapp_business_account: [
    'messages',
    'smb_message_echoes',
    'smb_app_state_sync',
    'history',
    'account_offboarded',
    'account_reconnected',
    'account_update',
    'account_alerts',
    'account_review_update',
    'business_capability_update',
    'phone_number_quality_update',
    'phone_number_name_update',
    'message_template_status_update',
    'message_template_quality_update',
    'message_template_components_update',
    'template_category_update',
    'user_preferences',
  ],
  page: [
    'messages',
    'messaging_postbacks',
    'message_deliveries',
    'message_reads',
    'message_echoes',
    'message_reactions',
    'messaging_referrals',
    'message_edits',
    'standby',
  ],
  instagram: [
    'messages',
    'messaging_postbacks',
    'messaging_seen',
    'message_reactions',
    'messaging_referral',
    'message_edit',
    'standby',
  ],
} as const satisfies Record<WebhookObject, readonly string[]>
