import { z } from 'zod'
import { type Described, doing } from './forms.ts'

const OfNumber = z.looseObject({ phone_number_id: z.string().optional() })

const file = z.custom<object>((value) => typeof value === 'object' && value !== null, 'is no file').optional()

/** `POST /{number}/media` */
export const upload: Described = {
  asked: z.looseObject({ file, messaging_product: z.string().optional() }),
  answers: { 200: z.looseObject({ id: z.string() }) },
}

/** `GET /{media}` */
export const show: Described = {
  asked: OfNumber,
  answers: {
    200: z.looseObject({
      id: z.string(),
      messaging_product: z.string(),
      url: z.string(),
      mime_type: z.string(),
      sha256: z.string(),
      file_size: z.string(),
    }),
  },
}

/** `DELETE /{media}` */
export const remove = doing(OfNumber)
