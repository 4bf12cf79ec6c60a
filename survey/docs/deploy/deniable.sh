#!/bin/sh
# /usr/local/sbin/deniable: runs `survey` as the service does, with its account, its folder and what
# /etc/deniable.env says. As root: deniable doctor
set -eu
export HOME=/var/lib/deniable SURVEY_DATA=/var/lib/deniable
if [ -e /etc/deniable.env ]; then
    while IFS= read -r line || [ -n "$line" ]; do
        case $line in
            SURVEY_*=\"*\") value=${line#*=\"} && export "${line%%=*}=${value%\"}" ;;
            SURVEY_*=\'*\') value=${line#*=\'} && export "${line%%=*}=${value%\'}" ;;
            SURVEY_*=*) export "$line" ;;
        esac
    done < /etc/deniable.env
fi
exec runuser -u deniable -- /opt/deniable/bin/survey "$@"
