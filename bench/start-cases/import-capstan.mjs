import * as capstan from 'capstan'

if (Object.keys(capstan).length === 0) process.exitCode = 1
