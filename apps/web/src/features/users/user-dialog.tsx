import type { ConnectionView, QueueView, UserView } from '@guiche/contract'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileRefusals, isRefusal } from '../../lib/files/file-refusals.ts'
import { errorText } from '../../lib/cache/queries.ts'
import { useFormat } from '../../lib/format.ts'
import { exceededLimit } from '../../lib/files/largest-file.ts'
import { useFate } from '../../lib/live/fate.ts'
import { checkedOnBlur, rulesOf } from '../../lib/form-rules.ts'
import { showFieldError } from '../../lib/field-errors.ts'
import { useMe } from '../../lib/session.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'
import { OneTimePassword } from './one-time-password.tsx'
import { UserAccessFields } from './user-access-fields.tsx'
import { UserFields } from './user-fields.tsx'
import { UserPictureField } from './user-picture-field.tsx'
import { changesLogin, newUserRules, userRules, valuesOf } from './user-values.ts'
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
  const format = useFormat()
  const me = useMe()
  const [before, setBefore] = useState(() => valuesOf(user))
  // A new user is stored before their picture. If it is refused, the dialog goes on with the stored user.
  const [storedId, setStoredId] = useState(user?.id)
  const isNew = storedId === undefined
  const fate = useFate('user', {
    id: storedId,
    before,
    read: (event) =>
      event.action === 'delete'
        ? { id: Number(event.userId) }
        : { id: event.user.id, values: user ? valuesOf({ ...user, ...event.user }) : before },
  })
  const save = useSaveUser(storedId, before)
  const [picture, setPicture] = useState<File>()
  const [pictureError, setPictureError] = useState<string>()
  const form = useForm({
    initialValues: before,
    validate: rulesOf(isNew ? newUserRules : userRules),
    ...checkedOnBlur,
  })

  function onStored(stored: UserView) {
    setStoredId(stored.id)
    setBefore(valuesOf(stored))
    // The stored password is the current one now.
    form.setValues({ password: '', currentPassword: '' })
  }

  function choosePicture(chosen: File) {
    const most = exceededLimit(chosen)
    setPictureError(most === undefined ? undefined : t('users.pictureTooLarge', { size: format.fileSize(most) }))
    if (most === undefined) setPicture(chosen)
  }

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
          { values, picture, onStored },
          {
            onSuccess: () => {
              toast.success(t('users.saved'))
              onClose()
            },
            onError: (error) => {
              showFieldError(form, error, refusals)
              if (!isRefusal(error, fileRefusals)) return
              setPicture(undefined)
              setPictureError(errorText(error))
            },
          },
        ),
      )}
    >
      <UserPictureField
        name={form.values.name}
        user={user}
        picture={picture}
        error={pictureError}
        onChange={choosePicture}
      />
      <UserFields
        form={form}
        isNew={isNew}
        isSelf={user?.id === me.id}
        asksPassword={user?.id === me.id && changesLogin(form.values, before)}
      />
      <UserAccessFields form={form} queues={queues} connections={connections} />
      {user && user.id !== me.id && <OneTimePassword user={user} />}
    </Dialog>
  )
}

const refusals = {
  ERR_EMAIL_NOT_ACCEPTED: 'email',
  ERR_WEAK_PASSWORD: 'password',
  ERR_WRONG_PASSWORD: 'currentPassword',
} as const
