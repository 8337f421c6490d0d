import type { ConnectionView, QueueView, UserView } from '@guiche/contract'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFate } from '../../lib/live/fate.ts'
import { checkedOnBlur, rulesOf } from '../../lib/form-rules.ts'
import { showFieldError } from '../../lib/field-errors.ts'
import { useMe } from '../../lib/session.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'
import { UserAccessFields } from './user-access-fields.tsx'
import { UserFields } from './user-fields.tsx'
import { UserPictureField } from './user-picture-field.tsx'
import { newUserRules, userRules, valuesOf } from './user-values.ts'
import { useSaveUser } from './users.api.ts'

interface Props {
  /** Undefined for a new user. */
  user?: UserView | undefined
  queues: QueueView[]
  connections: ConnectionView[]
  onClose: () => void
}

export function UserDialog({ user, queues, connections, onClose }: Props) {
  const { t } = useTranslation()
  const me = useMe()
  const [before] = useState(() => valuesOf(user))
  const fate = useFate('user', {
    id: user?.id,
    before,
    read: (event) =>
      event.action === 'delete'
        ? { id: Number(event.userId) }
        : { id: event.user.id, values: user ? valuesOf({ ...user, ...event.user }) : before },
  })
  const save = useSaveUser(user?.id, before)
  const [picture, setPicture] = useState<File>()
  const form = useForm({
    initialValues: before,
    validate: rulesOf(user ? userRules : newUserRules),
    ...checkedOnBlur,
  })

  return (
    <Dialog
      title={t(user ? 'users.edit' : 'users.add')}
      action={t('ui.save')}
      size={620}
      isBusy={save.isPending}
      isDirty={form.isDirty() || picture !== undefined}
      fate={fate}
      onClose={onClose}
      onSubmit={form.onSubmit((values) =>
        save.mutate(
          { ...values, picture },
          {
            onSuccess: () => {
              toast.success(t('users.saved'))
              onClose()
            },
            onError: (error) => showFieldError(form, error, refusals),
          },
        ),
      )}
    >
      <UserPictureField name={form.values.name} user={user} picture={picture} onChange={setPicture} />
      <UserFields
        form={form}
        isNew={!user}
        isSelf={user?.id === me.id}
        asksPassword={user?.id === me.id && (form.values.password !== '' || form.values.email !== before.email)}
      />
      <UserAccessFields form={form} queues={queues} connections={connections} />
    </Dialog>
  )
}

const refusals = {
  ERR_EMAIL_NOT_ACCEPTED: 'email',
  ERR_WEAK_PASSWORD: 'password',
  ERR_WRONG_PASSWORD: 'currentPassword',
} as const
