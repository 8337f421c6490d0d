import { z } from 'zod'
import { type Described, Page, anyOf, doing, listing, showing } from './forms.ts'

const text = z.string().optional()
const name = z.string().min(1).max(100)

/** `GET /{business}` */
export const showBusiness = showing(
  z.looseObject({ id: z.string(), name: z.string(), timezone_id: z.number().optional() }),
  z.looseObject({ fields: text }),
)

/** `GET /{business}/owned_whatsapp_business_accounts` */
export const owned = listing(
  z.looseObject({ id: z.string(), name, message_template_namespace: z.string(), timezone_id: z.string() }),
  Page,
)

/** `GET /{account}` */
export const show = showing(
  z.looseObject({
    id: z.string(),
    name,
    timezone_id: text,
    message_template_namespace: text,
    account_review_status: anyOf('PENDING', 'APPROVED', 'REJECTED', 'LIMIT_REACHED').optional(),
    business_verification_status: anyOf('VERIFIED', 'UNVERIFIED', 'PENDING').optional(),
    country: text,
    ownership_type: anyOf('SELF_OWNED', 'CLIENT_OWNED', 'AGENCY_OWNED').optional(),
    primary_business_location: text,
  }),
  z.looseObject({ fields: text }),
)

const apps = z.array(
  z.looseObject({
    whatsapp_business_api_data: z.looseObject({ id: z.string(), name: z.string(), link: text }),
    override_callback_uri: text,
  }),
)

/** `POST /{account}/subscribed_apps` */
export const subscribe: Described = {
  asked: z.looseObject({ override_callback_uri: text, verify_token: text }),
  answers: { 200: z.looseObject({ success: z.boolean(), data: apps.optional() }) },
}

/** `GET /{account}/subscribed_apps` */
export const subscribed: Described = { answers: { 200: z.looseObject({ data: apps }) } }

/** `DELETE /{account}/subscribed_apps` */
export const unsubscribe = doing()
