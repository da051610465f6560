import { texts } from '../texts.ts'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { Switch } from '@mantine/core'
import {
  type Area,
  actionWords,
  apartActions,
  areas,
  areaWords,
  permissionInWords,
  permissionName,
  specifiedAreas,
} from '#features/access/contract.ts'
import { useAllows } from '#kit/web/can.tsx'
import classes from './role-switches-panel.module.css'

const ownAreas = (Object.keys(areas) as Area[]).filter((area) => !specifiedAreas.includes(area))

/**
 * A switch for each area: on lets the role's people view the area, off removes every permission in it. Areas with more
 * actions have a switch for each action. The reader can neither give nor take a permission that they do not hold.
 */
export function RoleSwitches({
  permissions,
  isLocked,
  onChange,
}: {
  permissions: readonly string[]
  isLocked: boolean
  onChange: (permissions: string[]) => void
}) {
  const allows = useAllows()
  const groups = [
    { title: texts.permissions, names: specifiedAreas },
    ...(ownAreas.length > 0 ? [{ title: texts.munshi, names: ownAreas }] : []),
  ]
  return groups.map(({ title, names }) => (
    <section key={title} className={classes.group} aria-labelledby={`areas-${title}`}>
      <h2 id={`areas-${title}`}>{title}</h2>
      <ul>
        {names.map((area) => {
          const actions = areas[area]
          const held = actions.filter((action) => permissions.includes(permissionName(area, action)))
          const others = permissions.filter((permission) => !permission.startsWith(`${area}: `))
          const isOwn = (action: (typeof actions)[number]) => allows({ kind: 'area', area, action })
          const isOn = held.length > 0
          const foreign = isOn ? held.find((action) => !isOwn(action)) : isOwn('view') ? undefined : 'view'
          const why = foreign
            ? texts.notYours({ area: permissionInWords(permissionName(area, foreign)) })
            : undefined
          return (
            <li key={area} className={classes.area}>
              <Switch
                size="sm"
                label={areaWords[area]}
                checked={isOn}
                disabled={isLocked || foreign !== undefined}
                title={isLocked ? undefined : why}
                onChange={() => onChange(isOn ? others : [...others, permissionName(area, 'view')])}
              />
              {isOn && actions.length > 1 && (
                <div className={classes.finer}>
                  {actions.map((action) => {
                    const isHeld = held.some((one) => one === action)
                    const kept = held.filter((one) => one !== action)
                    // Without the view permission, no other permission of the area is useful.
                    const next = isHeld
                      ? action === 'view'
                        ? []
                        : kept
                      : [...new Set([...held, 'view', action])]
                    const isForeign = !isOwn(action) || (action === 'view' && foreign !== undefined)
                    return (
                      <Switch
                        key={action}
                        size="xs"
                        label={actionWords[action]}
                        aria-label={permissionInWords(permissionName(area, action))}
                        data-action={action}
                        data-apart={apartActions.includes(action) || undefined}
                        checked={isHeld}
                        disabled={isLocked || isForeign}
                        title={
                          isForeign && !isLocked
                            ? texts.notYours({ area: permissionInWords(permissionName(area, action)) })
                            : undefined
                        }
                        onChange={() =>
                          onChange([...others, ...next.map((one) => permissionName(area, one))])
                        }
                      />
                    )
                  })}
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  ))
}
