import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readable } from '../../../lib/text/plain-text.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Refused } from './refused.tsx'
import styles from './sticker-dialog.module.css'

interface Props {
  name: string
  url: string
  onSend: () => void
  onClose: () => void
}

/** Shows the sticker before it leaves. */
export function StickerDialog({ name, url, onSend, onClose }: Props) {
  const { t } = useTranslation()
  const [state, setState] = useState<'loading' | 'shown' | 'broken'>('loading')

  return (
    <Dialog
      title={t('messages.sticker.title')}
      action={t('messages.sticker.send')}
      isActionDisabled={state !== 'shown'}
      size={360}
      onClose={onClose}
      onSubmit={onSend}
    >
      {state === 'broken' ? (
        <Refused why={t('messages.sticker.broken')} />
      ) : (
        <img
          className={styles.sticker}
          src={url}
          alt={readable(name)}
          onLoad={() => setState('shown')}
          onError={() => setState('broken')}
        />
      )}
    </Dialog>
  )
}
