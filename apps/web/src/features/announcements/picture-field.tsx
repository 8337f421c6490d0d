import type { AnnouncementView } from '@guiche/contract'
import { ActionIcon, Button, FileButton, Input } from '@mantine/core'
import { IconPhoto, IconX } from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { PictureChange } from './announcements.api.ts'
import styles from './announcements.module.css'

interface Props {
  stored: AnnouncementView | undefined
  picture: PictureChange
  error: string | undefined
  onChange: (picture: PictureChange) => void
}

/** The picture, which is uploaded when the dialog is saved. */
export function PictureField({ stored, picture, error, onChange }: Props) {
  const { t } = useTranslation()
  const preview = useMemo(() => (picture ? URL.createObjectURL(picture) : undefined), [picture])
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])
  const kept = picture === undefined ? stored : undefined
  const name = picture?.name ?? kept?.mediaName
  const shown = preview ?? kept?.mediaPath

  return (
    <Input.Wrapper
      label={t('announcements.picture')}
      description={t('announcements.pictureHint')}
      labelElement="div"
      error={error}
      errorProps={{ role: 'alert' }}
    >
      <div className={styles.file}>
        {name && (
          <>
            {shown && <img className={styles.thumbnail} src={shown} alt="" />}
            <span className={`${styles.name} cut`} title={name}>
              {name}
            </span>
            <ActionIcon
              aria-label={t('announcements.removePicture', { name })}
              onClick={() => onChange(stored?.mediaName ? null : undefined)}
            >
              <IconX size={16} stroke={1.8} />
            </ActionIcon>
          </>
        )}
        <FileButton accept=".png,.jpg,.jpeg" onChange={(file) => file && onChange(file)}>
          {(button) => (
            <Button size="xs" variant="default" leftSection={<IconPhoto size={15} stroke={1.7} />} {...button}>
              {t(name ? 'announcements.changePicture' : 'announcements.choosePicture')}
            </Button>
          )}
        </FileButton>
      </div>
    </Input.Wrapper>
  )
}
