import { z } from 'zod'

/** The address of a ticket can name a message to open the conversation at. */
const Address = z.object({ message: z.coerce.number().int().positive().optional().catch(undefined) })

export const messageOf = (search: unknown): number | undefined => Address.parse(search).message

/** The search part of an address with this message, or without any. */
export const messageInAddress =
  (message: number | null | undefined) =>
  <Search extends object>(now: Search): Search =>
    Object.assign({ ...now }, { message: message ?? undefined })
