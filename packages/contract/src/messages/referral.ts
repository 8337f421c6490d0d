import { z } from 'zod'

const text = z.string().max(300)

/** The advertisement, post or link by which a customer has come. What the network does not say is empty. */
export const Referral = z.object({
  kind: z.enum(['ad', 'post', 'link']),
  headline: text,
  body: text,
  /** Of the web. */
  url: z.string().max(2000),
  /** Of the advertisement or post, at the network. */
  sourceId: text,
  /** What the company has put into its link. */
  ref: text,
})
export type Referral = z.output<typeof Referral>
