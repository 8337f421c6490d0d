import type { UserView } from '@guiche/contract'
import { Button, FileButton, Input } from '@mantine/core'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../ui/marks/avatar.tsx'
import styles from './user-dialog.module.css'
import { userPicture } from '../../lib/user-picture.ts'

interface Props {
  name: string
  user: UserView | undefined
  /** The chosen file, which is uploaded when the dialog is saved. */
  picture: File | undefined
  /** Why one is not accepted. */
  error: string | undefined
  onChange: (picture: File) => void
}

export function UserPictureField({ name, user, picture, error, onChange }: Props) {
  const { t } = useTranslation()
  const preview = useMemo(() => picture && URL.createObjectURL(picture), [picture])
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])

  return (
    <div className={styles.photo}>
      <Avatar name={name || '?'} size={56} picture={preview ?? (user && userPicture(user))} />
      <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => file && onChange(file)}>
        {(button) => (
          <Button size="xs" variant="default" {...button}>
            {t((picture ?? user?.profileImage) ? 'users.changePicture' : 'users.choosePicture')}
          </Button>
        )}
      </FileButton>
      {error && <Input.Error role="alert">{error}</Input.Error>}
    </div>
  )
}
