import { z } from 'zod'
import { When } from './fields.ts'

// Parts that views of several areas share, so that areas need not import each other's views.

/** For every view with the times of creation and of the last change. */
export const Timestamps = { createdAt: When, updatedAt: When }

export const QueueRef = z.object({ id: z.number(), name: z.string(), color: z.string() })
export type QueueRef = z.output<typeof QueueRef>

export const UserRef = z.object({ id: z.number(), name: z.string() })
export type UserRef = z.output<typeof UserRef>

export const TagRef = z.object({ id: z.number(), name: z.string(), color: z.string(), kanban: z.number() })
export type TagRef = z.output<typeof TagRef>

export const ContactRef = z.object({ id: z.number(), name: z.string() })
export type ContactRef = z.output<typeof ContactRef>
