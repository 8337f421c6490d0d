import { UserChange, api, limits } from '@guiche/contract'
import { Button, FileButton, PasswordInput, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call, upload } from '../../lib/api.ts'
import { showFieldError } from '../../lib/field-errors.ts'
import { checkedOnBlur, rulesOf } from '../../lib/form-rules.ts'
import { amendUser, useMe } from '../../lib/session.ts'
import { userPicture } from '../../lib/user-picture.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'
import styles from './profile-dialog.module.css'

const rules = rulesOf(UserChange.pick({ name: true, password: true, currentPassword: true }))

const refusals = { ERR_WRONG_PASSWORD: 'currentPassword', ERR_WEAK_PASSWORD: 'password' } as const

/** What users can change about themselves: picture, name, how they work, password (S22). */
export function ProfileDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const me = useMe()
  const form = useForm({
    ...checkedOnBlur,
    initialValues: { name: me.name, opensNextTicket: me.opensNextTicket, currentPassword: '', password: '' },
    validate: (values) => ({
      ...rules(values),
      ...(values.password && !values.currentPassword && { currentPassword: t('ui.form.required') }),
    }),
  })
  const save = useMutation({
    mutationFn: ({ name, opensNextTicket, currentPassword, password }: typeof form.values) =>
      call(api.updateUser, {
        params: { id: me.id },
        body: { name, opensNextTicket, ...(password && { password, currentPassword }) },
      }),
    onSuccess: ({ name, opensNextTicket }) => {
      amendUser({ name, opensNextTicket })
      toast.success(t('shell.profile.saved'))
      onClose()
    },
    onError: (error) => showFieldError(form, error, refusals),
    meta: { handles: Object.keys(refusals) },
  })

  return (
    <Dialog
      title={t('shell.account.profile')}
      action={t('ui.save')}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      isBusy={save.isPending}
      isDirty={form.isDirty()}
    >
      <Picture />
      <TextInput data-autofocus label={t('shell.profile.name')} autoComplete="name" {...form.getInputProps('name')} />
      <TextInput
        label={t('shell.profile.email')}
        value={me.email}
        readOnly
        description={t('shell.profile.emailText')}
      />
      <Switch
        label={t('shell.profile.opensNextTicket')}
        description={t('shell.profile.opensNextTicketText')}
        {...form.getInputProps('opensNextTicket', { type: 'checkbox' })}
      />
      <PasswordInput
        label={t('shell.profile.currentPassword')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
        {...form.getInputProps('currentPassword')}
      />
      <PasswordInput
        label={t('shell.profile.password')}
        description={t('shell.profile.passwordText', { fewest: limits.password })}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
        {...form.getInputProps('password')}
      />
    </Dialog>
  )
}

function Picture() {
  const { t } = useTranslation()
  const me = useMe()
  const change = useMutation({
    mutationFn: (file: File) =>
      upload(
        api.setUserAvatar,
        { params: { id: me.id }, form: { userId: me.id, typeArch: 'user' } },
        { field: 'profileImage', files: [file] },
      ),
    onSuccess: ({ user }) => amendUser(user),
  })
  return (
    <div className={styles.picture}>
      <Avatar name={me.name} size={64} picture={userPicture(me)} />
      <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => file && change.mutate(file)}>
        {(props) => (
          <Button {...props} variant="default" size="xs" loading={change.isPending}>
            {t('shell.profile.picture')}
          </Button>
        )}
      </FileButton>
    </div>
  )
}
