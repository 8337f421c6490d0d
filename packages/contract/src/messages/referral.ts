import { z } from 'zod'

const text = z.string().max(300)

/** The advertisement, post or link by which a customer has come, or the product that they ask about. What the network does not say is empty. */
export const Referral = z.object({
  kind: z.enum(['ad', 'post', 'link', 'product']),
  headline: text,
  body: text,
  /** Of the web. */
  url: z.string().max(2000),
  /** Of the advertisement or post at the network, or of the product in the company's catalogue. */
  sourceId: text,
  /** What the company has put into its link. */
  ref: text,
  /** What the advertisement has said to the customer in the conversation, which they answer. */
  greeting: text.optional(),
})
export type Referral = z.output<typeof Referral>
