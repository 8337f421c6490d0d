import type { Priority } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { Status, type Tone } from '../../ui/marks/status.tsx'

/** High is red, medium orange, low grey. */
const tones: Record<Priority, Tone> = { 1: 'bad', 2: 'warn', 3: 'quiet' }

export function PriorityMark({ priority }: { priority: Priority }) {
  const { t } = useTranslation()
  return <Status tone={tones[priority]}>{t(`announcements.priorities.${priority}`)}</Status>
}
