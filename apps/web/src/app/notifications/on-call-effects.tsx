import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../lib/live.ts'
import { phoneText } from '../../lib/phone.ts'
import { playNotificationSound } from '../../lib/browser/sound.ts'
import { toast } from '../../ui/toasts/toasts.tsx'
import { showNotice } from './browser-notice.ts'

/** Who is on call is told here of a customer who waits, if no connection could carry the message. */
export function OnCallEffects() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  useLive('onCallNotice', ({ uuid, contact: { name, number } }) => {
    const phone = phoneText(number)
    const title = t('shell.onCall.title', { customer: 'text' in phone ? `${name} / ${phone.text}` : name })
    playNotificationSound()
    toast.lasting(title, {
      id: `on-call:${uuid}`,
      action: {
        label: t('shell.onCall.open'),
        onClick: () => void navigate({ to: '/tickets/{-$ticketId}', params: { ticketId: uuid } }),
      },
    })
    void showNotice({ title, text: '', tag: `on-call:${uuid}`, picture: null, path: `/tickets/${uuid}` })
  })
  return null
}
