import { z } from 'zod'
import { When } from './fields.ts'

// What the views of several areas have in common, so that no area imports the view of another for a name and a colour.

/** Of every view that says when its row was made and last changed. */
export const Timestamps = { createdAt: When, updatedAt: When }

export const QueueRef = z.object({ id: z.number(), name: z.string(), color: z.string() })
export type QueueRef = z.output<typeof QueueRef>

export const UserRef = z.object({ id: z.number(), name: z.string() })
export type UserRef = z.output<typeof UserRef>

export const TagRef = z.object({ id: z.number(), name: z.string(), color: z.string(), kanban: z.number() })
export type TagRef = z.output<typeof TagRef>

export const ContactRef = z.object({ id: z.number(), name: z.string() })
export type ContactRef = z.output<typeof ContactRef>
