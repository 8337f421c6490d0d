import { type Channel, channelFeatures } from '@guiche/contract'
import { Button, Menu } from '@mantine/core'
import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandWhatsapp,
  IconChevronDown,
  IconPlus,
  IconWorld,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { usePlanHas } from '../../lib/plan.ts'
import styles from './new-connection-menu.module.css'

const channels = [
  { channel: 'whatsapp', icon: IconBrandWhatsapp, isInstalled: true },
  { channel: 'facebook', icon: IconBrandFacebook, isInstalled: false },
  { channel: 'instagram', icon: IconBrandInstagram, isInstalled: false },
] as const

interface Props {
  onMake: (channel: Channel) => void
  variant?: 'filled' | 'default'
}

/** Disabled entries say why: not in the plan, or not part of this installation. */
export function NewConnectionMenu({ onMake, variant = 'filled' }: Props) {
  const { t } = useTranslation()
  const planHas = usePlanHas()
  const isInPlan = (channel: Channel) => planHas(channelFeatures[channel])

  return (
    <Menu width={280}>
      <Menu.Target>
        <Button
          size="xs"
          variant={variant}
          leftSection={<IconPlus size={16} />}
          rightSection={<IconChevronDown size={14} />}
        >
          {t('connections.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconWorld size={16} />} onClick={() => onMake('webchat')}>
          {t('ui.channels.webchat')}
        </Menu.Item>
        {channels.map(({ channel, icon: Icon, isInstalled }) => (
          <Menu.Item
            key={channel}
            disabled={!isInstalled || !isInPlan(channel)}
            className={styles.item ?? ''}
            leftSection={<Icon size={16} />}
            onClick={() => onMake(channel)}
          >
            {t(`ui.channels.${channel}`)}
            {(!isInstalled || !isInPlan(channel)) && (
              <small className={styles.reason}>
                {t(isInPlan(channel) ? 'connections.notInstalled' : 'connections.notInPlan')}
              </small>
            )}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
