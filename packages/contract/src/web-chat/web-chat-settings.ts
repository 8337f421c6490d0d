import { z } from 'zod'

/** Appearance and behaviour of a web chat; stored with its connection. */
export const WebChatSettings = z.object({
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'invalidColor')
    .default('#0a7d5c'),
  title: z.string().max(50).default(''),
  invitation: z.string().max(200).default(''),
  asksName: z.boolean().default(true),
  /** Origins (https://shop.example) whose pages may embed the chat; empty: all. */
  origins: z.array(z.url().max(200)).max(50).default([]),
})
export type WebChatSettings = z.output<typeof WebChatSettings>
