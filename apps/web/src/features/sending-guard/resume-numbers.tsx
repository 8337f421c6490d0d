import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isAdmin, useMe } from '../../lib/session.ts'
import { toast } from '../../ui/toasts/toasts.tsx'
import { useResumeNumbers } from './sending-guard.api.ts'
import styles from './sending-guard.module.css'

/** Lets numbers go on that a bad sign has paused. Only an admin may decide that; others read so. */
export function ResumeNumbers({ ids }: { ids: readonly number[] }) {
  const { t } = useTranslation()
  const resume = useResumeNumbers()
  if (!isAdmin(useMe())) return <p className={styles.decides}>{t('sending-guard.forAdmins')}</p>
  return (
    <Button
      size="compact-sm"
      mt="xs"
      loading={resume.isPending}
      onClick={() => resume.mutate(ids, { onSuccess: () => toast.success(t('sending-guard.resumed')) })}
    >
      {t('sending-guard.resume')}
    </Button>
  )
}
