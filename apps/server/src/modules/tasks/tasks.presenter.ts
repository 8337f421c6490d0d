import type { TaskView } from '@guiche/contract'
import { isoTime } from '#platform/iso-time'
import type { TaskRow } from './tasks.repository.ts'

export const presentTask = ({ id, text, is_done, created_at, updated_at }: TaskRow): TaskView => ({
  id,
  text,
  done: is_done,
  createdAt: isoTime(created_at),
  updatedAt: isoTime(updated_at),
})
