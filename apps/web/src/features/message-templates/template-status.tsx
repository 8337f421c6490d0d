import type { MessageTemplateView } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { Status, type Tone } from '../../ui/marks/status.tsx'

const tones: Record<MessageTemplateView['status'], Tone> = {
  approved: 'good',
  pending: 'info',
  in_appeal: 'info',
  rejected: 'bad',
  paused: 'warn',
  limit_exceeded: 'warn',
  disabled: 'bad',
  archived: 'quiet',
  unknown: 'quiet',
}

const qualities: Record<MessageTemplateView['quality'], Tone> = {
  green: 'good',
  yellow: 'warn',
  red: 'bad',
  unknown: 'quiet',
}

export function TemplateStatusMark({ template: { status } }: { template: MessageTemplateView }) {
  const { t } = useTranslation()
  return <Status tone={tones[status]}>{t(`message-templates.statuses.${status}`)}</Status>
}

export function TemplateQualityMark({ template: { quality } }: { template: MessageTemplateView }) {
  const { t } = useTranslation()
  return <Status tone={qualities[quality]}>{t(`message-templates.qualities.${quality}`)}</Status>
}
