import { z } from 'zod'
import { type Described, doing, listing, showing } from './forms.ts'

const text = z.string().optional()

const components = z.array(
  z.looseObject({
    type: text,
    format: text,
    text,
    example: z.looseObject({ body_text: z.array(z.array(z.string())).optional() }).optional(),
    buttons: z.array(z.looseObject({ type: text, text })).optional(),
  }),
)

const Template = z.looseObject({
  id: z.string(),
  name: z.string(),
  language: z.string(),
  status: z.string(),
  category: z.string(),
  components,
})

const Wanted = z.looseObject({ name: text, language: text, category: text, components: components.optional() })

/** `GET /{account}/message_templates` */
export const list = listing(Template, z.looseObject({ name: text }))

/** `POST /{account}/message_templates` */
export const create: Described = {
  asked: Wanted,
  answers: { 200: z.looseObject({ id: z.string(), status: z.string(), category: z.string() }) },
}

/** `DELETE /{account}/message_templates` */
export const remove = doing(z.looseObject({ name: text, hsm_id: text }))

/** `GET /{template}` */
export const show = showing(Template)

/** `POST /{template}` */
export const edit = doing(Wanted)
