import { Alert } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface Props {
  name: string
  onRemove: () => Promise<unknown>
  onClose: () => void
  /** What else is deleted with it. */
  children?: ReactNode
}

/** Deletes after a question that contains the thing's name (texts: docs/requirements/back-office.md, section 8). */
export function RemovalDialog({ name, onRemove, onClose, children }: Props) {
  const { t } = useTranslation()
  const [state, setState] = useState<'asking' | 'busy' | 'failed'>('asking')

  async function remove() {
    setState('busy')
    try {
      await onRemove()
      onClose()
    } catch {
      // The caller shows the reason; this only says that nothing was deleted.
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
