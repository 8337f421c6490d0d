import { Alert } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface Props {
  name: string
  onRemove: () => Promise<unknown>
  onClose: () => void
  /** What else goes with it. */
  children?: ReactNode
}

/** Deletes after a question that names the thing (texts: docs/requirements/back-office.md, section 8). */
export function RemovalDialog({ name, onRemove, onClose, children }: Props) {
  const { t } = useTranslation()
  const [state, setState] = useState<'asking' | 'busy' | 'failed'>('asking')

  async function remove() {
    setState('busy')
    try {
      await onRemove()
      onClose()
    } catch {
      // Why it was refused is said by whoever made the call; here only that nothing has happened.
      setState('failed')
    }
  }

  return (
    <ConfirmDialog
      title={t('ui.removal.title')}
      action={t('ui.delete')}
      isDanger
      isBusy={state === 'busy'}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>{t('ui.removal.question')}</p>
      <p>
        <b>{name}</b>
      </p>
      {children}
      {state === 'failed' && (
        <Alert color="red" role="alert">
          {t('ui.removal.failed')}
        </Alert>
      )}
    </ConfirmDialog>
  )
}
