import { z } from 'zod'
import { upTo } from './forms.ts'

const source = { id: z.string().optional(), link: z.url().optional() }
const isFromOnePlace = ({ id, link }: { id?: string | undefined; link?: string | undefined }) =>
  (id === undefined) !== (link === undefined)

export const File = z.looseObject({ ...source, caption: upTo(1024).optional() }).refine(isFromOnePlace, 'id or link')

export const Sticker = z.strictObject(source).refine(isFromOnePlace, 'id or link')
