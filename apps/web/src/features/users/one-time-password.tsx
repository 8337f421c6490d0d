import { type UserView, limits } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { CopyField } from '../../ui/fields/copy-field.tsx'
import styles from './user-dialog.module.css'
import { useGiveOneTimePassword } from './users.api.ts'

interface Props {
  user: UserView
  /** Of another company than one's own, for the operator. */
  companyId?: number
  isInRow?: boolean
}

/** For somebody who cannot get in: a password that is shown once, and that they change when they log in. */
export function OneTimePassword({ user, companyId, isInRow = false }: Props) {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const [password, setPassword] = useState<string>()
  const give = useGiveOneTimePassword(companyId)
  const { name } = user

  return (
    <>
      <Button
        variant="default"
        {...(isInRow && { size: 'compact-xs', 'aria-label': t('users.oneTime.giveTo', { name }) })}
        className={styles.oneTime ?? ''}
        leftSection={<IconKey size={15} />}
        onClick={() => setIsAsking(true)}
      >
        {t('users.oneTime.give')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('users.oneTime.title')}
          action={t('users.oneTime.give')}
          isDanger
          isBusy={give.isPending}
          onClose={() => setIsAsking(false)}
          onConfirm={() =>
            give.mutate(user.id, {
              onSuccess: (given) => setPassword(given.password),
              onSettled: () => setIsAsking(false),
            })
          }
        >
          {t('users.oneTime.question', { name })}
        </ConfirmDialog>
      )}
      {password !== undefined && (
        <Dialog title={t('users.oneTime.title')} onClose={() => setPassword(undefined)}>
          <p>{t('users.oneTime.text', { name, hours: limits.oneTimePassword })}</p>
          <CopyField label={t('users.oneTime.password')} value={password} />
        </Dialog>
      )}
    </>
  )
}
