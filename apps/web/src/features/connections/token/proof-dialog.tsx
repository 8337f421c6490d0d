import { type ConnectionView, api } from '@guiche/contract'
import { PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { showFieldError } from '../../../lib/field-errors.ts'
import { checkedOnBlur, rulesOf } from '../../../lib/form-rules.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'

/** `make`: there is none yet. */
export type TokenAct = 'show' | 'renew' | 'make'

interface Props {
  connection: ConnectionView
  act: TokenAct
  onShown: (token: string) => void
  onClose: () => void
}

/** Asks for the password before the token is shown or replaced. */
export function ProofDialog({ connection: { id, name }, act, onShown, onClose }: Props) {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: { currentPassword: '' },
    validate: rulesOf(api.showConnectionToken.body),
    ...checkedOnBlur,
  })
  const prove = useMutation({
    mutationFn: (body: { currentPassword: string }) =>
      call(act === 'show' ? api.showConnectionToken : api.renewConnectionToken, { params: { id }, body }),
    onSuccess: ({ token }) => onShown(token),
    onError: (error) => showFieldError(form, error, refusals),
    meta: { handles: Object.keys(refusals) },
  })

  return (
    <Dialog
      title={t(`connections.token.${act}Title`, { name })}
      action={t(`connections.token.${act}`)}
      isDanger={act === 'renew'}
      isBusy={prove.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => prove.mutate(values))}
    >
      <p>{t(`connections.token.${act}Text`)}</p>
      <PasswordInput
        data-autofocus
        label={t('connections.token.password')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
        {...form.getInputProps('currentPassword')}
      />
    </Dialog>
  )
}

const refusals = { ERR_WRONG_PASSWORD: 'currentPassword' } as const
