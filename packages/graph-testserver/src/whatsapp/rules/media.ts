import { z } from 'zod'
import { HttpUrl, upTo } from './texts.ts'

const source = { id: z.string().min(1).optional(), link: HttpUrl.optional() }

const fromOnePlace = ({ id, link }: { id?: string | undefined; link?: string | undefined }) =>
  (id === undefined) !== (link === undefined)
const onePlace = 'needs either an id or a link'

const caption = upTo(1024).optional()

export const Image = z.strictObject({ ...source, caption }).refine(fromOnePlace, onePlace)
export const Document = z
  .strictObject({ ...source, caption, filename: upTo(240).optional() })
  .refine(fromOnePlace, onePlace)
export const Audio = z.strictObject({ ...source, voice: z.boolean().optional() }).refine(fromOnePlace, onePlace)
export const Sticker = z.strictObject(source).refine(fromOnePlace, onePlace)
