import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fate } from '../../lib/live/fate.ts'
import { toast } from '../toasts/toasts.tsx'
import { Dialog } from './dialog.tsx'

interface Props<Values> {
  title: string
  form: UseFormReturnType<Values>
  /** The mutation that stores the values. */
  save: {
    isPending: boolean
    mutate: (values: Values, told: { onSuccess: () => void; onError: (error: Error) => void }) => void
  }
  /** Said when it is stored; then the dialog closes. */
  saved: string
  /** Shows what the server says under the field that it is about. */
  onRefused?: (error: Error) => void
  fate?: Fate
  /** Something that belongs to it is still being sent to the server. */
  isActionDisabled?: boolean
  size?: number
  onClose: () => void
  children: ReactNode
}

/** The pattern of a dialog that stores one record. */
export function SaveDialog<Values extends Record<string, unknown>>({
  form,
  save,
  saved,
  onRefused,
  onClose,
  ...rest
}: Props<Values>) {
  const { t } = useTranslation()
  return (
    <Dialog
      {...rest}
      action={t('ui.save')}
      isBusy={save.isPending}
      isDirty={form.isDirty()}
      onClose={onClose}
      onSubmit={form.onSubmit((values) =>
        save.mutate(values, {
          onSuccess: () => {
            toast.success(saved)
            onClose()
          },
          onError: (error) => onRefused?.(error),
        }),
      )}
    />
  )
}
