import { type OwnPlace, ownPlace } from '../support/namespaces.ts'

/** It gets processes of its own as well, so that nothing an agent leaves behind outlives its run. */
const namespaces = ['--net', '--pid', '--fork', '--kill-child', '--mount-proc'] as const

/** Words that start a program in a network that has nothing but loopback. */
export function loopbackOnly(): OwnPlace {
  return ownPlace(namespaces, 'ip link set lo up')
}
