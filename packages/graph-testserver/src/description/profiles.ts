import { z } from 'zod'
import { Product, anyOf, doing, listing, upTo } from './forms.ts'

const fields = {
  about: upTo(139).min(1).optional(),
  address: upTo(256).optional(),
  description: z.string().optional(),
  email: z.email().max(128).optional(),
  websites: z.array(z.url().max(256)).max(2).optional(),
  vertical: anyOf(
    'OTHER',
    'AUTO',
    'BEAUTY',
    'APPAREL',
    'EDU',
    'ENTERTAIN',
    'EVENT_PLAN',
    'FINANCE',
    'GROCERY',
    'GOVT',
    'HOTEL',
    'HEALTH',
    'NONPROFIT',
    'PROF_SERVICES',
    'RETAIL',
    'TRAVEL',
    'RESTAURANT',
    'ALCOHOL',
    'ONLINE_GAMBLING',
    'PHYSICAL_GAMBLING',
    'OTC_DRUGS',
  ).optional(),
}

/** `GET /{number}/whatsapp_business_profile` */
export const show = listing(
  z.looseObject({ messaging_product: Product, ...fields, profile_picture_url: z.url().optional() }),
  z.looseObject({ fields: z.string().optional() }),
)

/** `POST /{number}/whatsapp_business_profile` */
export const change = doing(
  z.looseObject({ messaging_product: Product, ...fields, profile_picture_handle: z.string().optional() }),
)
