import { z } from 'zod'
import { AddressOrNone, Page, Product, anyOf, doing, listing, showing } from './forms.ts'

const text = z.string().optional()

/** Two schemas name the values of these, and not the same ones: one shows a number, the other lists them. */
const quality_rating = anyOf('GREEN', 'YELLOW', 'RED', 'NA', 'UNKNOWN')
const code_verification_status = anyOf('VERIFIED', 'UNVERIFIED', 'NOT_VERIFIED').optional()

/** `GET /{number}` */
export const show = showing(
  z.looseObject({
    id: z.string(),
    display_phone_number: z.string(),
    verified_name: z.string(),
    quality_rating,
    code_verification_status,
    name_status: anyOf(
      'APPROVED',
      'AVAILABLE_WITHOUT_REVIEW',
      'DECLINED',
      'EXPIRED',
      'PENDING_REVIEW',
      'NONE',
    ).optional(),
  }),
  z.looseObject({ fields: text }),
)

/** `GET /{account}/phone_numbers` */
export const list = listing(
  z.looseObject({
    id: z.string(),
    display_phone_number: z.string(),
    verified_name: text,
    quality_rating: quality_rating.optional(),
    code_verification_status,
    country_code: text,
    country_dial_code: text,
    account_mode: anyOf('LIVE', 'SANDBOX').optional(),
    host_platform: anyOf('CLOUD_API', 'ON_PREMISE', 'NOT_APPLICABLE').optional(),
    is_official_business_account: z.boolean().optional(),
    username: z.string().nullish(),
  }),
  Page,
)

/** `POST /{number}` */
export const change = doing(
  z.looseObject({
    pin: text,
    webhook_configuration: z.looseObject({ override_callback_uri: AddressOrNone, verify_token: text }).optional(),
  }),
)

/** `POST /{number}/register` */
export const register = doing(z.looseObject({ messaging_product: Product, pin: z.string().regex(/^[0-9]{6}$/) }))

/** `POST /{number}/deregister` */
export const deregister = doing()
